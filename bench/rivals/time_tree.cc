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

// ---- Kinds of nodes ---------------------------------------------------------

// N is what a tree's nodes are: VirtualNode or VariantNode.

struct Time {
  float Apply(float x) const { return x; }
};
struct Number {
  float Apply(float) const { return value; }

  float value;
};
struct Input {
  float Apply(float) const { return *value; }

  const float* value;
};
template <typename N>
struct Parameter {
  float Apply(float x) const { return target->Apply(x); }

  const N* target;
};
template <typename N>
struct Compose {
  float Apply(float x) const { return g->Apply(f->Apply(x)); }

  const N* g;
  const N* f;
};
template <typename N>
struct Operators {
  float Apply(float x) const {
    float v = x;
    for (size_t i = 0; i < operators.size(); ++i) {
      v = Combine(operators[i], v, operands[i]->Apply(x));
    }
    return v;
  }

  std::string operators;
  std::vector<const N*> operands;
};

// ---- Nodes ------------------------------------------------------------------

class VirtualNode {
 public:
  virtual ~VirtualNode() = default;
  virtual float Apply(float x) const = 0;

  template <typename Kind>
  static std::unique_ptr<VirtualNode> Of(Kind kind);
};

template <typename Kind>
class Holder final : public VirtualNode {
 public:
  explicit Holder(Kind kind) : kind_(std::move(kind)) {}
  float Apply(float x) const override { return kind_.Apply(x); }

 private:
  Kind kind_;
};

template <typename Kind>
std::unique_ptr<VirtualNode> VirtualNode::Of(Kind kind) {
  return std::make_unique<Holder<Kind>>(std::move(kind));
}

struct VariantNode {
  float Apply(float x) const {
    return std::visit([x](const auto& kind) { return kind.Apply(x); }, value);
  }

  template <typename Kind>
  static std::unique_ptr<VariantNode> Of(Kind kind) {
    return std::make_unique<VariantNode>(VariantNode{std::move(kind)});
  }

  std::variant<Time, Number, Input, Parameter<VariantNode>,
               Compose<VariantNode>, Operators<VariantNode>>
      value;
};

// ---- Trees ------------------------------------------------------------------

template <typename N>
class Tree final : public TimeTree {
 public:
  Tree(const StateMachine& machine, ExpressionIndex expression,
       std::span<const float> inputs)
      : machine_(machine), inputs_(inputs), root_(Make(expression)) {}

  float Value(float x) const override { return root_->Apply(x); }
  void Values(std::span<const float> x, std::span<float> y) const override {
    for (size_t i = 0; i < x.size(); ++i) y[i] = root_->Apply(x[i]);
  }

 private:
  // One node for each expression, however often it is referred to.
  const N* Make(ExpressionIndex index) {
    const auto found = nodes_.find(index);
    if (found != nodes_.end()) return found->second.get();
    auto node = New(machine_.expressions[index]);
    return nodes_.emplace(index, std::move(node)).first->second.get();
  }

  std::unique_ptr<N> New(const Expression& e) {
    switch (e.kind) {
      case ExpressionKind::kNumber:
        return N::Of(Number{e.number});
      case ExpressionKind::kInput:
        return N::Of(Input{&inputs_[e.first]});
      case ExpressionKind::kParameter:
        return N::Of(Parameter<N>{Make(e.first)});
      case ExpressionKind::kCompose:
        return N::Of(Compose<N>{Make(e.first), Make(e.first + 1)});
      case ExpressionKind::kOperators: {
        Operators<N> operators{std::string(machine_.texts[e.text]), {}};
        for (uint32_t i = 0; i < e.children; ++i) {
          operators.operands.push_back(Make(e.first + i));
        }
        return N::Of(std::move(operators));
      }
      default:
        return N::Of(Time());
    }
  }

  const StateMachine& machine_;
  std::span<const float> inputs_;
  std::unordered_map<ExpressionIndex, std::unique_ptr<N>> nodes_;
  const N* root_;
};

}  // namespace

std::unique_ptr<TimeTree> MakeVirtualTimeTree(const StateMachine& machine,
                                              ExpressionIndex expression,
                                              std::span<const float> inputs) {
  return std::make_unique<Tree<VirtualNode>>(machine, expression, inputs);
}

std::unique_ptr<TimeTree> MakeVariantTimeTree(const StateMachine& machine,
                                              ExpressionIndex expression,
                                              std::span<const float> inputs) {
  return std::make_unique<Tree<VariantNode>>(machine, expression, inputs);
}

}  // namespace clipguard::bench
