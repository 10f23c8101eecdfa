import { showDate } from '@slipway/api-schema/format';
import { productVersion } from '@slipway/api-schema/system';
import { neededToRead } from '@slipway/domain/people';
import { readOverdue } from '@slipway/persistence/flow';
import { readOverdueTriggers } from '@slipway/persistence/triggers';
import { RunnerBusy, type RunnerClient } from '@slipway/script-protocol';
import { z } from 'zod';
import type { Deps } from '../dependencies/deps.ts';
import { type Route, route } from '../http/route.ts';
import { licenseFiles, readLicenseExpiry } from './license.ts';

const statusAnswer = z
  .object({
    version: z.string().describe('version of the API of the product family'),
    productVersion: z.string(),
    checks: z
      .record(z.string(), z.enum(['ok', 'degraded', 'failed', 'waiting']))
      .readonly()
      .describe('services that this process uses, such as the database and the queue'),
    scriptRunner: z.enum(['ok', 'busy', 'away', 'none']),
    overdue: z
      .object({ count: z.int(), oldestSeconds: z.number() })
      .describe('releases and triggers that have been due for more than two seconds'),
    licence: z
      .object({ expires: z.string().optional().describe('ISO 8601; absent: the license is invalid') })
      .optional()
      .describe('absent: no license is required'),
  })
  .meta({ id: 'SystemStatus' });

async function runnerState(scripts: RunnerClient | undefined): Promise<'ok' | 'busy' | 'away' | 'none'> {
  if (scripts === undefined) return 'none';
  try {
    await scripts.compile('javascript', '1');
    return 'ok';
  } catch (error) {
    return error instanceof RunnerBusy ? 'busy' : 'away';
  }
}

async function readStatus(deps: Deps): Promise<z.output<typeof statusAnswer>> {
  const { database, config, health, scripts } = deps;
  const files = licenseFiles(config);
  const [{ checks }, releases, triggers, scriptRunner, expires] = await Promise.all([
    health.readiness(),
    readOverdue(database),
    readOverdueTriggers(database),
    runnerState(scripts),
    files && readLicenseExpiry(files),
  ]);
  return {
    version: config.apiVersion,
    productVersion,
    checks,
    scriptRunner,
    overdue: {
      count: releases.count + triggers.count,
      oldestSeconds: Math.max(releases.oldestSeconds, triggers.oldestSeconds),
    },
    ...(files && { licence: { expires: showDate(expires) } }),
  };
}

/** Routes for the status of the installation, for operators. They extend the API of the family. */
export const systemStatus: readonly Route[] = [
  route({
    method: 'GET',
    path: '/system/status',
    name: 'getSystemStatus',
    summary: 'The availability of required services, overdue work, and the end of the license',
    needs: { global: [neededToRead.consistency] },
    reply: statusAnswer,
    answer: (deps) => readStatus(deps),
  }),
];
