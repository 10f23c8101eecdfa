import { planResponse, showPlan } from '@slipway/api-schema/as-code';
import type { Message, Warn } from '@slipway/domain/messages';
import { withCode } from '../http/body/documents.ts';
import { whileConnected } from '../http/client/client-disconnect.ts';
import { documentsBody, type Route, route } from '../http/route.ts';
import { createCredentialCheck, passwordsFor } from '../people/confirm-credentials.ts';
import { applyReceived } from './code-files.ts';
import { anyCodePermission } from './code-needs.ts';

/** Plans of documents: the changes that an apply would make (an extension). Command lines of the family use other paths. */
export const asCode: readonly Route[] = [
  route({
    method: 'POST',
    path: '/as-code/plan',
    name: 'planCode',
    summary:
      'Lists the changes of documents, field by field, and their effects on live objects: an apply that is rolled back',
    needs: {
      anywhere: anyCodePermission,
      why: 'the documents name the objects, which are checked as they are applied',
    },
    effect: 'read',
    body: documentsBody,
    reply: planResponse,
    answer: async (deps, { caller, actor, code }) => {
      const warnings: Message[] = [];
      const order = {
        caller,
        actor,
        credentialCheck: createCredentialCheck(deps, actor),
        passwords: passwordsFor(deps, actor),
      };
      return await whileConnected(code.message, (signal) =>
        withCode(code, { deps, username: caller.username }, async (received) => {
          const warn: Warn = (warning) => warnings.push(warning);
          return showPlan({
            ...(await applyReceived(deps, order, received, { ending: 'undo', warn, signal })),
            warnings,
          });
        }),
      );
    },
  }),
];
