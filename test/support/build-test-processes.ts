import { build } from 'rolldown';
import { command } from '../../rolldown.config.ts';

/** Builds the processes of tests into `dist-tests/` as the command is built: they start in a third of the time of their sources. */
export default async function buildTestProcesses(): Promise<void> {
  await build({
    ...command,
    input: { ...command.input, 'serve-with-paused-audits': 'test/support/serve-with-paused-audits.ts' },
    output: { ...command.output, dir: 'dist-tests', cleanDir: true },
  });
}
