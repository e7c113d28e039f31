import { keepHeapSmall } from '../../src/cli/v8-flags.ts';

/** To be imported first: sets the process up as the command does before it loads anything large. */
keepHeapSmall();
