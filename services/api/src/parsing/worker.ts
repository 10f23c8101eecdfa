// The entry point of a worker thread, which runs one job at a time.
import { parentPort } from 'node:worker_threads';
import { Invalid } from '@slipway/domain/model';
import { BadFile } from '@slipway/formats';
import { BadPlugin } from '@slipway/plugins';
import { type Job, runJob } from './jobs.ts';
import type { WorkerReply } from './replies.ts';

async function replyTo(job: Job): Promise<WorkerReply> {
  try {
    return { kind: 'result', ...(await runJob(job)) };
  } catch (error) {
    if (error instanceof BadFile || error instanceof Invalid || error instanceof BadPlugin)
      return { kind: 'refused', name: error.name, text: error.data ?? error.message };
    return { kind: 'failed', stack: error instanceof Error ? String(error.stack) : String(error) };
  }
}

parentPort?.on('message', async (job: Job) => {
  const reply = await replyTo(job);
  parentPort?.postMessage(reply, reply.kind === 'result' ? reply.parts.map(({ buffer }) => buffer) : []);
});
