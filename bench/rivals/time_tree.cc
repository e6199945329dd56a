// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "bench/rivals/time_tree.h"

#include <cmath>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
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

// ---- Nodes ------------------------------------------------------------------

class Node {
 public:
  virtual ~Node() = default;
  virtual float Apply(float x) const = 0;
};

class Time final : public Node {
 public:
  float Apply(float x) const override { return x; }
};

class Number final : public Node {
 public:
  explicit Number(float value) : value_(value) {}
  float Apply(float) const override { return value_; }

 private:
  float value_;
};

class Input final : public Node {
 public:
  explicit Input(const float* value) : value_(value) {}
  float Apply(float) const override { return *value_; }

 private:
  const float* value_;
};

class Parameter final : public Node {
 public:
  explicit Parameter(const Node* target) : target_(target) {}
  float Apply(float x) const override { return target_->Apply(x); }

 private:
  const Node* target_;
};

class Compose final : public Node {
 public:
  Compose(const Node* g, const Node* f) : g_(g), f_(f) {}
  float Apply(float x) const override { return g_->Apply(f_->Apply(x)); }

 private:
  const Node* g_;
  const Node* f_;
};

class Operators final : public Node {
 public:
  explicit Operators(std::string_view operators) : operators_(operators) {}
  void Add(const Node* operand) { operands_.push_back(operand); }

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

class Tree final : public TimeTree {
 public:
  Tree(const StateMachine& machine, ExpressionIndex expression,
       std::span<const float> inputs)
      : machine_(machine), inputs_(inputs), root_(Make(expression)) {}

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
        return std::make_unique<Number>(e.number);
      case ExpressionKind::kInput:
        return std::make_unique<Input>(&inputs_[e.first]);
      case ExpressionKind::kParameter:
        return std::make_unique<Parameter>(Make(e.first));
      case ExpressionKind::kCompose:
        return std::make_unique<Compose>(Make(e.first), Make(e.first + 1));
      case ExpressionKind::kOperators: {
        auto operators = std::make_unique<Operators>(machine_.texts[e.text]);
        for (uint32_t i = 0; i < e.children; ++i) {
          operators->Add(Make(e.first + i));
        }
        return operators;
      }
      default:
        return std::make_unique<Time>();
    }
  }

  const StateMachine& machine_;
  std::span<const float> inputs_;
  std::unordered_map<ExpressionIndex, std::unique_ptr<Node>> nodes_;
  const Node* root_;
};

}  // namespace

std::unique_ptr<TimeTree> MakeTimeTree(const StateMachine& machine,
                                       ExpressionIndex expression,
                                       std::span<const float> inputs) {
  return std::make_unique<Tree>(machine, expression, inputs);
}

}  // namespace clipguard::bench
