import { createClock, type OpenEngine } from '@slipway/engine';
import { createReceiverOpener, createRecordedMailer } from '@slipway/notifications';
import type { Egress } from '@slipway/outbound-http';
import type { Config, Logger, Metrics } from '@slipway/process';
import type { SenderContext } from './context.ts';
import { type Sender, type SenderOptions, startSender } from './sender.ts';

interface SendingOptions extends SenderOptions {
  readonly opened: Pick<OpenEngine, 'engine' | 'database' | 'seal'>;
  readonly egress: Pick<Egress, 'send'>;
  readonly config: Pick<Config, 'publicUrl' | 'mail' | 'eventTypePrefix' | 'reportTimezone'>;
  readonly logger: Logger;
  readonly metrics: Pick<Metrics, 'notified'>;
  /** the present time and random numbers of a test */
  readonly now?: SenderContext['now'];
  readonly random?: SenderContext['random'];
  /** the time limit of a request to a receiver */
  readonly timeoutMs?: number;
}

/** Starts to send the messages of the ledger. */
export function startSending(options: SendingOptions): Sender {
  const { opened, egress, config, logger, metrics, random = Math.random } = options;
  const { now = createClock(opened.database).now } = options;
  const mailer = config.mail === undefined ? null : createRecordedMailer(config.mail, { ...opened, logger });
  const { timeoutMs } = options;
  const receivers = {
    egress,
    publicUrl: config.publicUrl?.replace(/\/$/, '') ?? null,
    typePrefix: config.eventTypePrefix,
    ...(timeoutMs !== undefined && { timeoutMs }),
  };
  const openReceiver = createReceiverOpener(opened.seal);
  const zone = config.reportTimezone;
  const sender = startSender(
    { ...opened, mailer, receivers, openReceiver, zone, logger, metrics, now, random },
    options,
  );
  return {
    now: sender.now,
    stop: async () => {
      await sender.stop();
      mailer?.close();
    },
  };
}
