import { list, messageResponse, showMessage } from '@slipway/api-schema/format';
import { renderContextForAll } from '@slipway/application/model';
import { neededToRead } from '@slipway/domain/people';
import { checkConsistency, findingKinds } from '@slipway/engine';
import { z } from 'zod';
import type { Deps } from '../dependencies/deps.ts';
import { type Route, route } from '../http/route.ts';

const consistencyAnswer = z
  .object({
    ok: z.boolean().describe('nothing was found'),
    releases: z.int().describe('unfinished releases that were looked at'),
    triggers: z.int().describe('enabled triggers that were looked at'),
    count: z.int().describe('of all findings'),
    findings: list(
      z.object({ kind: z.enum(findingKinds), id: z.string(), ...messageResponse }).meta({ id: 'ConsistencyFinding' }),
    ).describe('the first 200'),
  })
  .meta({ id: 'Consistency' });

async function readConsistency(deps: Deps): Promise<z.output<typeof consistencyAnswer>> {
  const report = await checkConsistency(deps.database);
  const { elsewhere } = await renderContextForAll(
    deps,
    report.findings.map(({ id }) => id),
  );
  return {
    ...report,
    findings: report.findings.map(({ kind, id, message }) => ({
      kind,
      id: elsewhere.get(id) ?? id,
      ...showMessage(message),
    })),
  };
}

/** The consistency check of the whole installation, for operators (an extension). */
export const system: readonly Route[] = [
  route({
    method: 'GET',
    path: '/system/consistency',
    name: 'checkConsistency',
    summary:
      'Whether each unfinished release has a scheduled next step, or a user to act, and each enabled trigger its next time',
    needs: { global: [neededToRead.consistency] },
    reply: consistencyAnswer,
    answer: readConsistency,
  }),
];
