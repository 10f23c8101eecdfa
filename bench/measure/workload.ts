import type { Floor } from './floor.ts';
import type { Http } from './http.ts';
import type { Product } from './product.ts';

/** Everything that one run measures with; all its workloads share one product. */
export interface Bench {
  readonly product: Product;
  readonly floor: Floor;
  /** sixteen clients of the REST API */
  readonly connections: readonly Http[];
  /** the duration of a workload with a configurable duration; null: the default */
  readonly minutes: number | null;
  print(line: string): void;
}

/** One measured claim. */
export interface Workload {
  /** what `npm run bench -- <name>` calls it */
  readonly name: string;
  /** the heading of its section in RESULTS.md */
  readonly title: string;
  /** it starts another product than the one that the others share */
  readonly ownProduct?: true;
  /** it takes so long that it is measured only where it is named */
  readonly alone?: true;
  /** Measures it, and answers its section as Markdown, without the heading. */
  run(bench: Bench): Promise<string>;
}

/** From 1 to `count`. */
export const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index + 1);
