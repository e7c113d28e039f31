/** Why nothing was moved, or not all of it: one sentence. What is in the data folder is as it was in any case. */
export class MoveRefused extends Error {}
