/** How often something happened. */
export class Count {
  #value = 0;

  get value(): number {
    return this.#value;
  }

  add(times = 1): void {
    this.#value += times;
  }
}

/** How values spread over ranges: plain numbers, so that taking one down costs some nanoseconds. */
export class Distribution {
  /** The upper bounds of the ranges, inclusive and ascending. Above the last is one range more. */
  readonly bounds: readonly number[];
  readonly #counts: number[];
  #sum = 0;

  constructor(bounds: readonly number[]) {
    this.bounds = bounds;
    this.#counts = Array.from({ length: bounds.length + 1 }, () => 0);
  }

  /** How many values there are in each range. */
  get counts(): readonly number[] {
    return this.#counts;
  }

  /** Of all values. */
  get sum(): number {
    return this.#sum;
  }

  observe(value: number): void {
    let range = 0;
    while (value > (this.bounds[range] ?? Infinity)) range += 1;
    this.#counts[range] = (this.#counts[range] ?? 0) + 1;
    this.#sum += value;
  }
}

export type Labels = Readonly<Record<string, string>>;

/** What begins with the same label values. */
interface Branch<Member> {
  readonly branches: Map<string, Branch<Member>>;
  member: Member | null;
}

/**
 * A count or a distribution for each combination of label values that was seen. They are kept for good: no label may take
 * a value that a client chose.
 */
export class Family<const Names extends readonly string[], Member> {
  readonly names: Names;
  readonly #make: () => Member;
  /** Value by value: a key of all of them would be a new text each time, to be put together and hashed. */
  readonly #root: Branch<Member> = newBranch();
  readonly #members: { readonly labels: Labels; readonly member: Member }[] = [];

  /** @param make makes a member in which nothing is counted yet */
  constructor(names: Names, make: () => Member) {
    this.names = names;
    this.#make = make;
  }

  /** The member of these label values, in the order of the names; made when it is first asked for. */
  of(...values: { readonly [Index in keyof Names]: string }): Member {
    let branch = this.#root;
    for (const value of values) {
      let next = branch.branches.get(value);
      if (next === undefined) {
        next = newBranch();
        branch.branches.set(value, next);
      }
      branch = next;
    }
    branch.member ??= this.#add(values);
    return branch.member;
  }

  #add(values: readonly string[]): Member {
    const labels = Object.fromEntries(this.names.map((name, index) => [name, values[index] ?? '']));
    const member = this.#make();
    this.#members.push({ labels, member });
    return member;
  }

  /** All members, in the order in which they were first asked for. */
  members(): Iterable<{ readonly labels: Labels; readonly member: Member }> {
    return this.#members;
  }
}

function newBranch<Member>(): Branch<Member> {
  return { branches: new Map(), member: null };
}
