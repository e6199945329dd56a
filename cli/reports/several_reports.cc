// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Several reports of one run.

#include <cstddef>
#include <utility>
#include <vector>

#include "cli/reports/report_writer.h"

namespace clipguard::cli {
namespace {

class SeveralReportsWriter : public ReportWriter {
 public:
  SeveralReportsWriter(std::unique_ptr<ReportWriter> main,
                       std::vector<ReportTo> others)
      : main_(std::move(main)), others_(std::move(others)) {}

  Rendered Render(const FileReport& report) const override {
    Rendered rendered = main_->Render(report);
    for (const ReportTo& other : others_) {
      rendered.others.push_back(other.writer->Render(report));
    }
    return rendered;
  }

  void Begin(Output& out) override {
    main_->Begin(out);
    for (const ReportTo& other : others_) other.writer->Begin(*other.out);
  }

  void Add(const Rendered& rendered, Output& out) override {
    main_->Add(rendered, out);
    for (size_t i = 0; i < others_.size(); ++i) {
      others_[i].writer->Add(rendered.others[i], *others_[i].out);
    }
  }

  void End(const Totals& totals, Output& out) override {
    main_->End(totals, out);
    for (const ReportTo& other : others_) {
      other.writer->End(totals, *other.out);
    }
  }

 private:
  std::unique_ptr<ReportWriter> main_;
  std::vector<ReportTo> others_;
};

}  // namespace

std::unique_ptr<ReportWriter> MakeSeveralReportsWriter(
    std::unique_ptr<ReportWriter> main, std::vector<ReportTo> others) {
  return std::make_unique<SeveralReportsWriter>(std::move(main),
                                                std::move(others));
}

}  // namespace clipguard::cli
