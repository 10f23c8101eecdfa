import type { Message } from '@slipway/domain/messages';
import { Invalid } from '@slipway/domain/model';
import { BadFile } from '@slipway/formats';
import { BadPlugin } from '@slipway/plugins';
import type { JobResult } from './jobs.ts';

/** A message from a worker thread to the main thread. */
export type WorkerReply =
  | ({ readonly kind: 'result' } & JobResult)
  | { readonly kind: 'refused'; readonly name: 'BadFile' | 'Invalid' | 'BadPlugin'; readonly text: string | Message }
  | { readonly kind: 'failed'; readonly stack: string };

/** Returns the error that a job threw on its thread. */
export function errorOf(reply: Exclude<WorkerReply, { readonly kind: 'result' }>): Error {
  if (reply.kind === 'failed') return new Error(`a worker thread failed: ${reply.stack}`);
  switch (reply.name) {
    case 'BadFile':
      return new BadFile(reply.text);
    case 'Invalid':
      return new Invalid(reply.text);
    case 'BadPlugin':
      return new BadPlugin(reply.text);
  }
}
