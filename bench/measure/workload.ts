import type { Floor } from './floor.ts';
import type { Http } from './http.ts';
import type { Product } from './product.ts';

/** The environment of a bench run. All its workloads share one product. */
export interface Bench {
  readonly product: Product;
  readonly floor: Floor;
  /** sixteen clients of the REST API */
  readonly connections: readonly Http[];
  /** the duration of a workload with a configurable duration; null: the default */
  readonly minutes: number | null;
  print(line: string): void;
}

/** A workload with a documented claim. */
export interface Workload {
  /** its name in `npm run bench -- <name>` */
  readonly name: string;
  /** the heading of its section in RESULTS.md */
  readonly title: string;
  /** starts its own product instead of using the shared one */
  readonly ownProduct?: true;
  /** takes so long that it runs only by its name */
  readonly alone?: true;
  /** Measures the workload. Returns its section as Markdown, without the heading. */
  run(bench: Bench): Promise<string>;
}

/** Returns the numbers from 1 to `count`. */
export const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index + 1);
