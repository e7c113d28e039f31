/** The first SIGTERM or SIGINT from now on. A second one ends the process at once: only the first is handled. */
export function nextStopSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    const heard = (signal: NodeJS.Signals) => {
      process.off('SIGTERM', heard).off('SIGINT', heard);
      resolve(signal);
    };
    process.on('SIGTERM', heard).on('SIGINT', heard);
  });
}
