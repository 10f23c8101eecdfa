import { expect, test } from 'vitest';
import Columns3 from '~icons/lucide/columns-3';
import DiamondPlus from '~icons/lucide/diamond-plus';
import Globe from '~icons/lucide/globe';
import ListOrdered from '~icons/lucide/list-ordered';
import Mail from '~icons/lucide/mail';
import MessageCircleQuestionMark from '~icons/lucide/message-circle-question-mark';
import Plug from '~icons/lucide/plug';
import Rocket from '~icons/lucide/rocket';
import SquareTerminal from '~icons/lucide/square-terminal';
import UserRound from '~icons/lucide/user-round';
import { taskTypeIcon } from './task-type-icon.tsx';

test.each([
  ['xlrelease.Task', UserRound],
  ['xlrelease.GateTask', DiamondPlus],
  ['xlrelease.ParallelGroup', Columns3],
  ['xlrelease.SequentialGroup', ListOrdered],
  ['xlrelease.UserInputTask', MessageCircleQuestionMark],
  ['xlrelease.NotificationTask', Mail],
  ['xlrelease.CreateReleaseTask', Rocket],
  ['xlrelease.ScriptTask', SquareTerminal],
  ['xlrelease.GroovyScriptTask', SquareTerminal],
  ['webhook.JsonWebhook', Globe],
  ['acme.Deploy', Plug],
])('a task of type %s has its own icon, and a type of a plugin has a plug', (type, icon) => {
  expect(taskTypeIcon(type)).toBe(icon);
});
