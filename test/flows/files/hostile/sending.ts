import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import type { ServedApart } from '../../../harness/product/serve.ts';
import { formOf } from '../../../harness/rest/form.ts';
import type { Hostile } from './zips.ts';

/** In milliseconds of processors: how busy the machine is does not count. */
const longest = 5_000;
/** What a process has had of them so far, with all its threads; Linux counts it in hundredths of a second. */
function processorMs(pid: number): number {
  const [, fields = ''] = /^.*\) (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
  const [user = 0, system = 0] = fields.split(' ').slice(11, 13).map(Number);
  return (user + system) * 10;
}
/** A server does other things, too: the best of some attempts counts. */
const attempts = 3;

/** What is done with hostile files at a server of their own. */
export function sending({ rest, pid }: ServedApart) {
  /** Sends a file until the server refuses it as busy, and returns the answer. */
  async function refusedAtOnce(path: string, form: () => FormData): Promise<string> {
    const took: number[] = [];
    for (;;) {
      const began = processorMs(pid());
      const said = await rest.refused('POST', path, form());
      took.push(processorMs(pid()) - began);
      if (took.at(-1)! < longest || took.length === attempts) {
        expect(Math.min(...took)).toBeLessThan(longest);
        return said;
      }
    }
  }
  return {
    refusedAtOnce,
    importRefused: async ([, file, reason]: Hostile): Promise<void> => {
      const bytes = await file();
      const name = bytes.subarray(0, 1).toString().match(/[PG]/) ? 'a.xlr' : 'a.json';
      const said = await refusedAtOnce('/templates/import', () => formOf(bytes, { name }));
      expect(said).toMatch(/^4(00|09|13) /);
      expect(said).toMatch(reason);
    },
    /** how many templates there are */
    count: async () => (await rest.get<readonly unknown[]>('/templates?resultsPerPage=1000')).length,
    /** in megabytes: the most that the server has held so far */
    peak: () => Number(/VmHWM:\s*(\d+)/.exec(readFileSync(`/proc/${pid()}/status`, 'utf8'))?.[1]) / 1024,
  };
}
