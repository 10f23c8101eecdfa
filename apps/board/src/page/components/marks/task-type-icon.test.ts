import {
  CircleUserRound,
  Columns3,
  DiamondPlus,
  Globe,
  ListOrdered,
  Mail,
  MessageCircleQuestionMark,
  Plug,
  Rocket,
  SquareTerminal,
} from 'lucide';
import { expect, test } from 'vitest';
import { taskTypeIcon } from './task-type-icon.tsx';

test.each([
  ['xlrelease.Task', CircleUserRound],
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
