import { readBoard } from '@slipway/board';
import { bindTypes, newCalendarCache } from '@slipway/resources';
import { type Listener, listen, stopInOrder } from '@slipway/runtime';
import { createApp } from './app.ts';
import type { ProcessDeps } from './context/deps.ts';
import { createLive } from './live/live.ts';
import { createRecorders } from './people/recorders.ts';
import { pluginsIn } from './plugins/install.ts';
import { installFound } from './plugins/install-found.ts';
import { openSignOn } from './sign-on/open.ts';
import { licenceFiles, requireLicenceFiles } from './system/licence.ts';
import { createEventProcessor } from './webhooks/process-events.ts';

export interface Api {
  /** `http://host:port` with the context root */
  readonly address: string;
  /** From now on every response closes its connection, so that clients connect to another process. */
  drain(): void;
  /** Takes no new requests, answers those in flight, and closes. */
  stop(): Promise<void>;
}

/** Connections that are still sending or reading after this long are cut off. */
const graceMs = 10_000;

/**
 * Starts the api on the configured host and port, or on a `listener` that is there already and stays when the start fails.
 * Throws CannotStart.
 */
export async function startApi(given: ProcessDeps, listener?: Listener): Promise<Api> {
  const files = licenceFiles(given.config);
  if (files) await requireLicenceFiles(files);
  const signOn = await openSignOn(given);
  const types = await installFound(given);
  await given.plugins?.current();
  const { plugins = pluginsIn(given.database) } = given;
  const { typePrefix } = given.config;
  if (types.length > 0) await bindTypes({ ...given, plugins, typePrefix, calendar: newCalendarCache() }, types);
  const processor = createEventProcessor({ ...given, plugins });
  const recorders = createRecorders(given);
  const live = createLive(given);
  const board = await readBoard();
  if (board === null) given.logger.warn('there is no page at the root: node scripts/board.ts makes it');
  const own = { processEvent: processor.process, recorders, signOn, live, board };
  const answer = createApp({ ...given, plugins }, own);
  const open = listener ?? (await listen(given.config, answer));
  open.answerBy(answer);
  return {
    address: `${open.address}${given.config.contextRoot}`,
    drain: () => {
      open.drain();
      live.drain();
    },
    // Open streams would delay the listener. The recorders write what the last requests noted.
    stop: () => stopInOrder(live.stop, () => open.stop(graceMs), processor.stop, recorders.stop),
  };
}
