import { type Message, message } from '../messages/message.ts';
import { limitedWarnings } from '../messages/warnings.ts';
import { isEnded } from '../model/status.ts';
import type { Task } from '../model/task.ts';
import { type MailMode, sendsMail } from '../model/task-types.ts';

const maxWarnings = 3;

/** Returns warnings about tasks that have not started and whose mail will not be sent. */
export function mailWarnings(tasks: Iterable<Pick<Task, 'definition' | 'run'>>, mode: MailMode): readonly Message[] {
  if (mode === 'send') return [];
  const code = mode === 'fail' ? 'mail.serverMissingFails' : 'mail.serverMissing';
  const warnings = [...tasks]
    .filter(({ definition, run }) => sendsMail(definition.type) && !isEnded(run.status))
    .map(({ definition: { title } }) => message(code, { title }));
  return limitedWarnings(warnings, maxWarnings, (count) => message('mail.more', { count }));
}
