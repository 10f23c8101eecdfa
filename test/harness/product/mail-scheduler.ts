// A process that sends the mails of tasks and nothing else, for tests that kill it.

import { openEngine } from '@slipway/engine';
import { createMailer } from '@slipway/notifications';
import { createLogger, parseConfig } from '@slipway/process';
import { startMailSender } from '../../../services/scheduler/src/mails/mail-sender.ts';

const { databaseUrl: url = '', mail } = parseConfig(process.env);
if (mail === undefined) throw new Error('SMTP_URL is not set');
const logger = createLogger({ logLevel: 'warn' });
const opened = await openEngine({ url, secretKey: '0'.repeat(64), warn: logger.warn.bind(logger) });
startMailSender({ ...opened, logger, mailer: createMailer(mail), intervalMs: 50 });
