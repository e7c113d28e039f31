import { setTimeout as after } from 'node:timers/promises';
import { processorSeconds } from '../../../bench/support/processor-time.ts';
import { type StartedCommand, startCommand } from '../../../bench/support/served-command.ts';
import { holdingsOf } from '../watched-process.ts';

/** A process of the fleet. It may be killed and restarted under its name. */
export interface Member {
  readonly name: string;
  readonly command: 'serve' | 'worker';
  readonly dataDir: string;
  /** Path of its log, across restarts. */
  readonly logFile: string;
  /** Its address; null while it is dead. */
  url: string | null;
}

interface Life extends Member {
  process: StartedCommand;
  /** Processor time before the last restart. */
  seconds: number;
  mostMb: number;
}

/** Resources that a process has used, across restarts. */
export interface Used {
  readonly name: string;
  readonly processorSeconds: number;
  readonly mostMb: number;
}

const LOOK_MS = 500;
/** Time until others have nearly noticed its death. */
const DEAD_MS = 3_000;

/** Starts and kills processes, and measures their resources. */
export class Members {
  readonly #env: Readonly<Record<string, string>>;
  readonly #lives: Life[] = [];
  readonly #watch: NodeJS.Timeout;

  /** @param env settings of all processes */
  constructor(env: Readonly<Record<string, string>>) {
    this.#env = env;
    this.#watch = setInterval(() => {
      for (const life of this.#lives) if (life.url !== null) look(life);
    }, LOOK_MS);
  }

  async start(member: Omit<Member, 'url'>): Promise<Member> {
    const process = this.#spawn(member);
    const life: Life = { ...member, process, url: await process.url, seconds: 0, mostMb: 0 };
    this.#lives.push(life);
    return life;
  }

  /** Sends `kill -9`, and restarts the process a little later. */
  async killAndRestart({ name }: Member): Promise<void> {
    const life = this.#lives.find((one) => one.name === name);
    if (life === undefined) throw new Error(`There is no ${name}.`);
    look(life);
    life.seconds += processorSeconds(life.process.pid);
    life.url = null;
    await life.process.end('SIGKILL');
    await after(DEAD_MS);
    life.process = this.#spawn(life);
    life.url = await life.process.url;
  }

  /** Stops all processes, as an operator would. */
  async stop(): Promise<Used[]> {
    clearInterval(this.#watch);
    const used = this.#lives.map((life): Used => {
      look(life);
      return {
        name: life.name,
        processorSeconds: life.seconds + processorSeconds(life.process.pid),
        mostMb: life.mostMb,
      };
    });
    await Promise.all(this.#lives.map(({ process }) => process.end('SIGTERM')));
    return used;
  }

  #spawn({ command, dataDir, logFile }: Omit<Member, 'url'>): StartedCommand {
    const env = command === 'serve' ? { ...this.#env, RUN_AUDITS: 'off' } : this.#env;
    return startCommand(dataDir, env, command, logFile);
  }
}

function look(life: Life): void {
  life.mostMb = Math.max(life.mostMb, holdingsOf(life.process.pid).residentMb);
}
