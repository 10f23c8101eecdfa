import { Invalid } from '@slipway/domain';
import { applyCode, codeItems } from '@slipway/resources';
import { planAnswer, showPlan } from '@slipway/wire';
import { type Route, route } from '../http/route.ts';
import { provesUser } from '../people/proves-user.ts';
import { passwordsFor } from '../people/users/own-passwords.ts';
import { codeFiles } from './code-files.ts';

/** What documents would change (this service's own); command lines of the family have paths beside the REST surface. */
export const asCode: readonly Route[] = [
  route({
    method: 'POST',
    path: '/as-code/plan',
    name: 'planCode',
    summary:
      'Tells what documents would change, field by field, and what that means to what runs: the same work as to apply them, undone at the end',
    needs: 'anyone',
    reads: true,
    takesFile: 'orCode',
    reply: planAnswer,
    answer: async (deps, { caller, actor, file }) => {
      if (file === null) throw new Invalid('file: expected a YAML, or a zip');
      const items = codeItems(deps, await codeFiles(file.bytes));
      const order = { caller, actor, proves: provesUser(deps, actor), passwords: passwordsFor(deps, actor) };
      return showPlan(await applyCode(deps, order, items, 'undo'));
    },
  }),
];
