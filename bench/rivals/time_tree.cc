// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "bench/rivals/time_tree.h"

#include <cmath>
#include <string>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

namespace clipguard::bench {
namespace {

using forge::Expression;
using forge::ExpressionIndex;
using forge::ExpressionKind;
using forge::StateMachine;

float Min(float v, float a) {
  if (std::isnan(v)) return v;
  if (v == a) return std::signbit(v) ? v : a;
  return v < a ? v : a;
}

float Max(float v, float a) {
  if (std::isnan(v)) return v;
  if (v == a) return std::signbit(v) ? a : v;
  return v > a ? v : a;
}

float Combine(char op, float v, float a) {
  switch (op) {
    case '+':
      return v + a;
    case '-':
      return v - a;
    case '*':
      return v * a;
    case '/':
      return v / a;
    case 'm':
      return Min(v, a);
    case 'M':
      return Max(v, a);
    case 'r':
      return std::floor(v / a) * a;
    case 'R':
      return std::ceil(v / a) * a;
    case 'f':
      return static_cast<float>(double{v} - double{std::floor(v / a)} * a);
    default:
      return std::ceil(v / a) * a - v;
  }
}

// ---- Virtual functions ------------------------------------------------------

class Node {
 public:
  virtual ~Node() = default;
  virtual float Apply(float x) const = 0;
};

class NumberNode final : public Node {
 public:
  explicit NumberNode(float value) : value_(value) {}
  float Apply(float) const override { return value_; }

 private:
  float value_;
};

class TimeNode final : public Node {
 public:
  float Apply(float x) const override { return x; }
};

class InputNode final : public Node {
 public:
  explicit InputNode(const float* value) : value_(value) {}
  float Apply(float) const override { return *value_; }

 private:
  const float* value_;
};

class ParameterNode final : public Node {
 public:
  explicit ParameterNode(const Node* target) : target_(target) {}
  float Apply(float x) const override { return target_->Apply(x); }

 private:
  const Node* target_;
};

class ComposeNode final : public Node {
 public:
  ComposeNode(const Node* g, const Node* f) : g_(g), f_(f) {}
  float Apply(float x) const override { return g_->Apply(f_->Apply(x)); }

 private:
  const Node* g_;
  const Node* f_;
};

class OperatorsNode final : public Node {
 public:
  OperatorsNode(std::string operators, std::vector<const Node*> operands)
      : operators_(std::move(operators)), operands_(std::move(operands)) {}

  float Apply(float x) const override {
    float v = x;
    for (size_t i = 0; i < operators_.size(); ++i) {
      v = Combine(operators_[i], v, operands_[i]->Apply(x));
    }
    return v;
  }

 private:
  std::string operators_;
  std::vector<const Node*> operands_;
};

class VirtualTree final : public TimeTree {
 public:
  VirtualTree(const StateMachine& machine, ExpressionIndex expression,
              std::span<const float> inputs)
      : machine_(machine), inputs_(inputs), root_(Make(expression)) {}

  float Value(float x) const override { return root_->Apply(x); }
  void Values(std::span<const float> x, std::span<float> y) const override {
    for (size_t i = 0; i < x.size(); ++i) y[i] = root_->Apply(x[i]);
  }

 private:
  // One node for each expression, however often it is referred to.
  const Node* Make(ExpressionIndex index) {
    const auto found = nodes_.find(index);
    if (found != nodes_.end()) return found->second.get();
    auto node = New(machine_.expressions[index]);
    return nodes_.emplace(index, std::move(node)).first->second.get();
  }

  std::unique_ptr<Node> New(const Expression& e) {
    switch (e.kind) {
      case ExpressionKind::kNumber:
        return std::make_unique<NumberNode>(e.number);
      case ExpressionKind::kInput:
        return std::make_unique<InputNode>(&inputs_[e.first]);
      case ExpressionKind::kParameter:
        return std::make_unique<ParameterNode>(Make(e.first));
      case ExpressionKind::kCompose:
        return std::make_unique<ComposeNode>(Make(e.first), Make(e.first + 1));
      case ExpressionKind::kOperators: {
        std::vector<const Node*> operands;
        for (uint32_t i = 0; i < e.children; ++i) {
          operands.push_back(Make(e.first + i));
        }
        return std::make_unique<OperatorsNode>(
            std::string(machine_.texts[e.text]), std::move(operands));
      }
      default:
        return std::make_unique<TimeNode>();
    }
  }

  const StateMachine& machine_;
  std::span<const float> inputs_;
  std::unordered_map<ExpressionIndex, std::unique_ptr<Node>> nodes_;
  const Node* root_;
};

// ---- Variants ---------------------------------------------------------------

struct Variant;

struct Number {
  float value;
};
struct Time {};
struct Input {
  const float* value;
};
struct Parameter {
  const Variant* target;
};
struct Compose {
  const Variant* g;
  const Variant* f;
};
struct Operators {
  std::string operators;
  std::vector<const Variant*> operands;
};
struct Variant {
  std::variant<Time, Number, Input, Parameter, Compose, Operators> value;
};

float Apply(const Variant& node, float x);

struct Visitor {
  float operator()(const Time&) const { return x; }
  float operator()(const Number& n) const { return n.value; }
  float operator()(const Input& n) const { return *n.value; }
  float operator()(const Parameter& n) const { return Apply(*n.target, x); }
  float operator()(const Compose& n) const {
    return Apply(*n.g, Apply(*n.f, x));
  }
  float operator()(const Operators& n) const {
    float v = x;
    for (size_t i = 0; i < n.operators.size(); ++i) {
      v = Combine(n.operators[i], v, Apply(*n.operands[i], x));
    }
    return v;
  }

  float x;
};

float Apply(const Variant& node, float x) {
  return std::visit(Visitor{x}, node.value);
}

class VariantTree final : public TimeTree {
 public:
  VariantTree(const StateMachine& machine, ExpressionIndex expression,
              std::span<const float> inputs)
      : machine_(machine), inputs_(inputs), root_(Make(expression)) {}

  float Value(float x) const override { return Apply(*root_, x); }
  void Values(std::span<const float> x, std::span<float> y) const override {
    for (size_t i = 0; i < x.size(); ++i) y[i] = Apply(*root_, x[i]);
  }

 private:
  const Variant* Make(ExpressionIndex index) {
    const auto found = nodes_.find(index);
    if (found != nodes_.end()) return found->second.get();
    auto node = std::make_unique<Variant>();
    Fill(machine_.expressions[index], *node);
    return nodes_.emplace(index, std::move(node)).first->second.get();
  }

  void Fill(const Expression& e, Variant& node) {
    switch (e.kind) {
      case ExpressionKind::kNumber:
        node.value = Number{e.number};
        return;
      case ExpressionKind::kInput:
        node.value = Input{&inputs_[e.first]};
        return;
      case ExpressionKind::kParameter:
        node.value = Parameter{Make(e.first)};
        return;
      case ExpressionKind::kCompose:
        node.value = Compose{Make(e.first), Make(e.first + 1)};
        return;
      case ExpressionKind::kOperators: {
        Operators operators{std::string(machine_.texts[e.text]), {}};
        for (uint32_t i = 0; i < e.children; ++i) {
          operators.operands.push_back(Make(e.first + i));
        }
        node.value = std::move(operators);
        return;
      }
      default:
        node.value = Time();
        return;
    }
  }

  const StateMachine& machine_;
  std::span<const float> inputs_;
  std::unordered_map<ExpressionIndex, std::unique_ptr<Variant>> nodes_;
  const Variant* root_;
};

}  // namespace

bool HasTimeTrees() {
#if defined(__x86_64__)
  __builtin_cpu_init();
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
#else
  return true;
#endif
}

std::unique_ptr<TimeTree> MakeVirtualTimeTree(const StateMachine& machine,
                                              ExpressionIndex expression,
                                              std::span<const float> inputs) {
  return std::make_unique<VirtualTree>(machine, expression, inputs);
}

std::unique_ptr<TimeTree> MakeVariantTimeTree(const StateMachine& machine,
                                              ExpressionIndex expression,
                                              std::span<const float> inputs) {
  return std::make_unique<VariantTree>(machine, expression, inputs);
}

}  // namespace clipguard::bench
