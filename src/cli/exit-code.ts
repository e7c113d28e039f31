/** Exit statuses of the command. */
export const EXIT = {
  fine: 0,
  /** `citable audit`: the score is too low. */
  belowThreshold: 1,
  /** `citable verify`: a question still loses points, or newly does. */
  notAllFixed: 1,
  wrongUsage: 2,
  couldNotAudit: 3,
  /** `citable logs`: a log cannot be read. */
  couldNotRead: 3,
} as const;
