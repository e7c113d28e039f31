import { z } from 'zod';
import { count } from '../../audit/formatting.ts';
import { listTasks } from '../../documents/tasks.ts';
import { AuditIdInput, limitInput, moreText, NextOffset, OffsetInput, paginate, toolInput } from '../inputs.ts';
import { Problem, problemLine, toProblem } from '../problems.ts';
import { paragraphs } from '../site-data.ts';
import { READS_REPORTS, tool } from '../tool.ts';

export const listProblems = tool({
  name: 'list_problems',
  title: 'List problems',
  description:
    'Lists the problems that an audit found, in the order in which to fix them. Each is one change to the site, with the score before and after it. Call get_fix for how to make the change.',
  input: toolInput({ audit_id: AuditIdInput, offset: OffsetInput, limit: limitInput(10) }),
  output: z.object({ problem_count: z.number(), problems: z.array(Problem), next_offset: NextOffset }),
  annotations: READS_REPORTS,
  run: async ({ audit_id, offset, limit }, backend) => {
    const { report } = await backend.find(audit_id);
    const tasks = listTasks(report);
    const { page, nextOffset } = paginate(tasks, { offset, limit });
    return {
      structured: {
        problem_count: tasks.length,
        problems: page.map((task, index) => toProblem(task, offset + index)),
        next_offset: nextOffset,
      },
      text: paragraphs(
        `${count(tasks.length, 'problem')} of ${report.domain}.`,
        page.map((task, index) => problemLine(task, offset + index)).join('\n'),
        moreText(nextOffset),
      ),
    };
  },
});
