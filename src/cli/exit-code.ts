/** What the command's exit status means: one thing each. */
export const EXIT = {
  fine: 0,
  belowThreshold: 1,
  wrongUsage: 2,
  couldNotAudit: 3,
} as const;
