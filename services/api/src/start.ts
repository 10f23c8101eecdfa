import { newCalendarCache } from '@slipway/application/model';
import { bindTypes } from '@slipway/application/plans';
import { readBoard } from '@slipway/board';
import { createRecordedMailer } from '@slipway/notifications';
import { type Listener, listen, stopInOrder } from '@slipway/process';
import { createApp } from './app.ts';
import type { ProcessDeps } from './dependencies/deps.ts';
import { createLiveStreams } from './live/live-streams.ts';
import { createLoginRecorders } from './people/activity-log.ts';
import { type ResetMails, startResetMails } from './people/reset-mails.ts';
import { createActivePlugins } from './plugins/install.ts';
import { installFromFolders } from './plugins/install-from-folders.ts';
import { addBundledIntegrations } from './plugins/integrations.ts';
import { openSignOn } from './sign-on/open-sign-on.ts';
import { licenseFiles, requireLicenseFiles } from './system/license.ts';
import { createEventProcessor } from './webhooks/process-events.ts';

export interface Api {
  /** The address with the context root, for example `http://host:port/root`. */
  readonly address: string;
  /** From now on, every response closes its connection, so that clients connect to another process. */
  drain(): void;
  /** Stops accepting requests, completes the running ones, and closes the listener. */
  stop(): Promise<void>;
}

/** The time for running requests to complete at a stop, in milliseconds. After it, their connections are closed. */
const graceMs = 10_000;

/**
 * Starts the API on the configured host and port, or on an existing `listener`. An existing listener stays open if the
 * start fails. Throws StartupError.
 */
export async function startApi(processDeps: ProcessDeps, listener?: Listener): Promise<Api> {
  const files = licenseFiles(processDeps.config);
  if (files) await requireLicenseFiles(files);
  const signOn = await openSignOn(processDeps);
  const types = await installFromFolders(processDeps);
  await addBundledIntegrations(processDeps.database);
  await processDeps.plugins?.current();
  const { plugins = createActivePlugins(processDeps.database) } = processDeps;
  const { typePrefix } = processDeps.config;
  if (types.length > 0) await bindTypes({ ...processDeps, plugins, typePrefix, calendar: newCalendarCache() }, types);
  const processor = createEventProcessor({ ...processDeps, plugins });
  const recorders = createLoginRecorders(processDeps);
  const live = createLiveStreams(processDeps);
  const resetMails = openResetMails(processDeps);
  const board = await readBoard();
  if (board === null) processDeps.logger.warn('the board is not built; run node scripts/board.ts');
  const appDeps = { processEvent: processor.process, recorders, signOn, live, board, resetMails };
  const handler = createApp({ ...processDeps, plugins }, appDeps);
  const open = listener ?? (await listen(processDeps.config, handler));
  open.setHandler(handler);
  return {
    address: `${open.address}${processDeps.config.contextRoot}`,
    drain: () => {
      open.drain();
      live.drain();
    },
    // Closed first: open streams would delay the listener. The recorders store the entries of the last requests at the
    // end.
    stop: () =>
      stopInOrder(
        live.stop,
        () => open.stop(graceMs),
        processor.stop,
        recorders.stop,
        async () => resetMails?.stop(),
      ),
  };
}

/** Passwords are reset by mail if a mail server and the address for the links are set. */
function openResetMails({ config: { mail, publicUrl }, ...deps }: ProcessDeps): ResetMails | null {
  if (mail === undefined || publicUrl === undefined) return null;
  const mailer = createRecordedMailer(mail, { ...deps, connections: 1 });
  return startResetMails({ ...deps, mailer, publicUrl: publicUrl.replace(/\/$/, '') });
}
