import pg from 'pg';
import type { Http } from '../measure/http.ts';
import { measure, quantile } from '../measure/load.ts';
import type { Body } from './search-filters.ts';

/** A kind of page. */
export interface Page {
  readonly name: string;
  readonly path: string;
  readonly size: number;
  readonly archived: boolean;
}

/** Pages of 100 of the overview and of 15 of the search, each for live and archived releases. */
export const pages: readonly Page[] = [
  { name: 'overview of 100', path: '/releases/search/overview', size: 100 },
  { name: 'search of 15', path: '/releases/search', size: 15 },
].flatMap(({ name, ...page }) =>
  [false, true].map((archived) => ({ ...page, name: `${name}, ${archived ? 'archived' : 'live'}`, archived })),
);

/** Requests a page. Throws if the status is not 200. */
export async function requestPage(http: Http, { path, size, archived }: Page, body: Body): Promise<void> {
  const rawBody = JSON.stringify(archived ? { ...body, onlyArchived: true } : body);
  const { status, text } = await http.send('POST', `${path}?resultsPerPage=${size}`, rawBody);
  if (status !== 200) throw new Error(`${path} with ${rawBody} was answered ${status}: ${text}`);
}

/**
 * Returns the 95th of 100 durations of reading one page of rows by their keys, in milliseconds: the minimum work of
 * every page.
 */
export async function floorOf(url: string, { archived, size }: Page): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const from = archived ? 'archived_releases' : 'live_releases';
  const { rows } = await client.query(`select id from ${from} tablesample bernoulli (5) limit 10000`);
  const statement = { name: 'rows', text: `select * from ${from} where id = any ($1::text[])` };
  const read = async () => {
    const ids = Array.from({ length: size }, () => rows[Math.floor(Math.random() * rows.length)].id);
    await client.query({ ...statement, values: [ids] });
    return true;
  };
  const { durationsMs } = await measure([read], 1_000);
  await client.end();
  return quantile(durationsMs, 0.95);
}
