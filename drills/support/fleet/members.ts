import { setTimeout as after } from 'node:timers/promises';
import { readResources } from '../../../bench/support/process-resources.ts';
import { processorSeconds } from '../../../bench/support/processor-time.ts';
import { type StartedCommand, startCommand } from '../../../bench/support/served-command.ts';

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

interface RunningMember extends Member {
  process: StartedCommand;
  /** Processor time before the last restart. */
  seconds: number;
  peakMb: number;
}

/** Resources that a process has used, across restarts. */
export interface UsedResources {
  readonly name: string;
  readonly processorSeconds: number;
  readonly peakMb: number;
}

const SAMPLE_MS = 500;
/** Time until others have nearly noticed its death. */
const DEAD_MS = 3_000;

/** Starts and kills processes, and measures their resources. */
export class Members {
  readonly #env: Readonly<Record<string, string>>;
  readonly #members: RunningMember[] = [];
  readonly #watch: NodeJS.Timeout;

  /** @param env settings of all processes */
  constructor(env: Readonly<Record<string, string>>) {
    this.#env = env;
    this.#watch = setInterval(() => {
      for (const life of this.#members) if (life.url !== null) sample(life);
    }, SAMPLE_MS);
  }

  async start(member: Omit<Member, 'url'>): Promise<Member> {
    const process = this.#spawn(member);
    const running: RunningMember = { ...member, process, url: await process.url, seconds: 0, peakMb: 0 };
    this.#members.push(running);
    return running;
  }

  /** Sends `kill -9`, and restarts the process a little later. */
  async killAndRestart({ name }: Member): Promise<void> {
    const life = this.#members.find((one) => one.name === name);
    if (life === undefined) throw new Error(`${name} is not a member of the fleet.`);
    sample(life);
    life.seconds += processorSeconds(life.process.pid);
    life.url = null;
    await life.process.end('SIGKILL');
    await after(DEAD_MS);
    life.process = this.#spawn(life);
    life.url = await life.process.url;
  }

  /** Returns the id of the process of a member. */
  findPid({ name }: Member): number {
    const life = this.#members.find((one) => one.name === name);
    if (life === undefined) throw new Error(`There is no ${name}.`);
    return life.process.pid;
  }

  /** Stops all processes, as an operator would. */
  async stop(): Promise<UsedResources[]> {
    clearInterval(this.#watch);
    const used = this.#members.map((life): UsedResources => {
      sample(life);
      return {
        name: life.name,
        processorSeconds: life.seconds + processorSeconds(life.process.pid),
        peakMb: life.peakMb,
      };
    });
    await Promise.all(this.#members.map(({ process }) => process.end('SIGTERM')));
    return used;
  }

  #spawn({ command, dataDir, logFile }: Omit<Member, 'url'>): StartedCommand {
    const env = command === 'serve' ? { ...this.#env, RUN_AUDITS: 'off' } : this.#env;
    return startCommand(dataDir, env, command, logFile);
  }
}

function sample(life: RunningMember): void {
  life.peakMb = Math.max(life.peakMb, readResources(life.process.pid).residentMb);
}
