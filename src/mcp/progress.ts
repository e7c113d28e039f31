import type { ServerContext } from '@modelcontextprotocol/server';
import { count } from '../audit/formatting.ts';
import type { AuditProgress, ToolCall } from './backend.ts';

/** Requests between two notifications within a stage. */
const STEP = 10;

/**
 * Returns what reports the progress of a call to its client: at each stage and after every ten requests. Reports nothing to a
 * client that sent no progress token. The total is not known before the end.
 */
export function progressOf({ mcpReq }: ServerContext): ToolCall['onProgress'] {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return () => undefined;
  let sent = 0;
  let last: AuditProgress | null = null;
  return (progress) => {
    if (last !== null && progress.stage === last.stage && progress.requests < last.requests + STEP) return;
    last = progress;
    // Values must increase (MCP, Progress), and several stages may begin after the same request.
    sent = Math.max(sent + 1, progress.requests);
    const message = `${progress.stage}, ${count(progress.requests, 'request')}`;
    const params = { progressToken, progress: sent, message };
    // A client that has disconnected gets no progress.
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined);
  };
}
