// The page in Chromium with a very large number of releases: its size, the time to paint it, its response and update
// times, and its memory.
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
    report(`Scripts and style, packed by gzip.\n\n${await sizes()}`);
    report(
      `How soon pages are painted. Slow: at four times the processor time, 1.6 Mbit/s and 150 ms, on a first visit.\n\n${await paints(browsing, small)}`,
    );
    report(
      `How long until what somebody does is painted, as the browser counts it, at four times the processor time. Aim: p75 100, p98 200.\n\n${await interactions(browsing, large)}`,
    );
    report(`How soon changes are seen.\n\n${await seenChanges(browsing, http, wide)}`);
    report(
      `The list, 100 rows a page, with ${amounts.live.toLocaleString('en')} live and ${amounts.archived.toLocaleString('en')} archived releases, and the heap after 10,000 rows of it. Aims: 300 ms, 100 rows, 150 MB.\n\n${await largeList(browsing)}`,
    );
    const heapSamples = await hourOfChanges(browsing, http, open, minutes ?? defaultMinutes);
    report(
      `A board that stays open for ${minutes ?? defaultMinutes} minutes, while about four of its tasks are renamed each second: ${heapSamples} MB of heap in use, at first and after each quarter.`,
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

/** The page that people look at. */
export const board: Workload = { name: 'board', title: 'The page in a browser', ownProduct: true, alone: true, run };
