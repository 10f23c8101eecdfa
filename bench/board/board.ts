// The board in Chromium with very many releases: its size, paint times, response times, update times and memory.
import { connect, type Http } from '../measure/http.ts';
import { startProduct } from '../measure/product.ts';
import type { Bench, Workload } from '../measure/workload.ts';
import { fillForSearch } from '../search/search-rows.ts';
import { openBrowser } from './browser.ts';
import { hourOfChanges, seenChanges } from './changes.ts';
import { interactions } from './interactions.ts';
import { largeList } from './large-list.ts';
import { paints } from './paints.ts';
import { startBoard } from './plans.ts';
import { sizes } from './sizes.ts';

const amounts = {
  live: 100_000,
  archived: Number(process.env.BENCH_ARCHIVED ?? 1_000_000),
  departments: 20,
  applications: 10,
};
const defaultMinutes = 2;

async function measured(origin: string, http: Http, { minutes, print }: Bench): Promise<string> {
  const [small, wide, large, open] = [
    await startBoard(http, 50, 'A board of 50'),
    await startBoard(http, 250, 'A board to change'),
    await startBoard(http, 500, 'A board of 500'),
    await startBoard(http, 50, 'A board that stays open'),
  ];
  const browsing = await openBrowser(origin);
  const parts: string[] = [];
  const report = (part: string): void => {
    print(`\n${part}`);
    parts.push(part);
  };
  try {
    report(`Scripts and styles, compressed by gzip.\n\n${await sizes()}`);
    report(
      `Time until a page is painted. "slow" is a first visit with four times the processor time, 1.6 Mbit/s and 150 ms.\n\n${await paints(browsing, small)}`,
    );
    report(
      `Time until an interaction is painted, as measured by the browser, with four times the processor time. Targets: p75 100, p98 200.\n\n${await interactions(browsing, large)}`,
    );
    report(`Time until a change is visible.\n\n${await seenChanges(browsing, http, wide)}`);
    report(
      `The release list with 100 rows a page, ${amounts.live.toLocaleString('en')} live and ${amounts.archived.toLocaleString('en')} archived releases. The heap is measured after 10,000 rows. Targets: 300 ms, 100 rows, 150 MB.\n\n${await largeList(browsing)}`,
    );
    const heapSamples = await hourOfChanges(browsing, http, open, minutes ?? defaultMinutes);
    report(
      `A board stays open for ${minutes ?? defaultMinutes} minutes, while about four of its tasks are renamed each second. Heap in use at the start and after each quarter: ${heapSamples} MB.`,
    );
    return parts.join('\n\n');
  } finally {
    await browsing.close();
  }
}

async function run(bench: Bench): Promise<string> {
  const product = await startProduct({ ADMIN_PASSWORD: 'admin', SAMPLES: 'false' });
  const http = connect(product.origin);
  try {
    bench.print(`Making ${amounts.archived} archived and ${amounts.live} live releases…`);
    await fillForSearch(product.databaseUrl, amounts);
    return await measured(product.origin, http, bench);
  } finally {
    await http.close();
    await product.stop();
  }
}

/** Measures the board in a browser. */
export const board: Workload = { name: 'board', title: 'Board in a browser', ownProduct: true, alone: true, run };
