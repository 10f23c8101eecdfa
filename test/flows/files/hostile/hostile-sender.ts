import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import type { ServedProcess } from '../../../harness/product/serve.ts';
import { fileForm } from '../../../harness/rest/file-form.ts';
import type { HostileFile } from './zips.ts';

/** Processor time in milliseconds, so that the load of the machine does not count. */
const maxProcessorMs = 5_000;
/** Returns the processor time of all threads of a process. Linux counts it in hundredths of a second. */
function processorMs(pid: number): number {
  const [, fields = ''] = /^.*\) (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
  const [user = 0, system = 0] = fields.split(' ').slice(11, 13).map(Number);
  return (user + system) * 10;
}
/** The server also does other work, so the best attempt counts. */
const attempts = 3;

/** Returns functions that send hostile files to a server that runs in its own process. */
export function createHostileSender({ rest, pid }: ServedProcess) {
  /** Sends a file until the server refuses it within the limit of processor time; returns the refusal. */
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
    /** Returns the number of templates. */
    count: async () => (await rest.get<readonly unknown[]>('/templates?resultsPerPage=1000')).length,
    /** Returns the peak memory of the server in megabytes. */
    peak: () => Number(/VmHWM:\s*(\d+)/.exec(readFileSync(`/proc/${pid()}/status`, 'utf8'))?.[1]) / 1024,
  };
}
