import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import type { ServedProcess } from '../../../harness/product/serve.ts';
import { fileForm } from '../../../harness/rest/file-form.ts';
import type { HostileFile } from './zips.ts';

/** In milliseconds of processors: how busy the machine is does not count. */
const maxProcessorMs = 5_000;
/** What a process has had of them so far, with all its threads; Linux counts it in hundredths of a second. */
function processorMs(pid: number): number {
  const [, fields = ''] = /^.*\) (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
  const [user = 0, system = 0] = fields.split(' ').slice(11, 13).map(Number);
  return (user + system) * 10;
}
/** A server does other things, too: the best of some attempts counts. */
const attempts = 3;

/** What is done with hostile files at a server of their own. */
export function createHostileSender({ rest, pid }: ServedProcess) {
  /** Sends a file until the server refuses it as busy, and returns the answer. */
  async function expectQuickRefusal(path: string, form: () => FormData): Promise<string> {
    const durationsMs: number[] = [];
    for (;;) {
      const startedMs = processorMs(pid());
      const refusal = await rest.sendForError('POST', path, form());
      durationsMs.push(processorMs(pid()) - startedMs);
      if (durationsMs.at(-1)! < maxProcessorMs || durationsMs.length === attempts) {
        expect(Math.min(...durationsMs)).toBeLessThan(maxProcessorMs);
        return refusal;
      }
    }
  }
  return {
    refusedAtOnce: expectQuickRefusal,
    importRefused: async ([, file, reason]: HostileFile): Promise<void> => {
      const bytes = await file();
      const name = bytes.subarray(0, 1).toString().match(/[PG]/) ? 'a.xlr' : 'a.json';
      const refusal = await expectQuickRefusal('/templates/import', () => fileForm(bytes, { name }));
      expect(refusal).toMatch(/^4(00|09|13) /);
      expect(refusal).toMatch(reason);
    },
    /** how many templates there are */
    count: async () => (await rest.get<readonly unknown[]>('/templates?resultsPerPage=1000')).length,
    /** in megabytes: the most that the server has held so far */
    peak: () => Number(/VmHWM:\s*(\d+)/.exec(readFileSync(`/proc/${pid()}/status`, 'utf8'))?.[1]) / 1024,
  };
}
