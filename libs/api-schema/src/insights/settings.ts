import { defaultInsightSettings, type InsightSettings } from '@slipway/domain/insights';
import { message } from '@slipway/domain/messages';
import { z } from 'zod';
import { expects } from '../format/expects.ts';
import { flag, list, listUpTo, name, optional, required } from '../format/scalars.ts';

const maxNameLength = 255;
const maxStages = 20;

const expectsName = message('expected.name');
const variable = required(name, expectsName);
const stage = z.string(expects(expectsName)).min(1, expects(expectsName)).max(maxNameLength);

/** The setting of a folder in a request. Members that only a response has are ignored. */
export const insightSettingsBody = z
  .object({
    inherit: optional(flag).describe('true: removes the setting of this folder, so that the one above applies'),
    releaseIsDeployment: optional(
      z.object({
        application: variable.describe('the name of the variable with the application'),
        environment: variable.describe('the one with the environment'),
        stage: variable.describe('the one with the stage of the environment'),
        commitTimes: optional(name).describe('the one with the times of the commits'),
        kind: optional(name).describe('the one with `rollback` or `hotfix`; tags with these names count, too'),
        artifactId: optional(name).describe('the one with the package URL of the artifact'),
      }),
    ).describe('absent: releases of this folder are not deployments'),
    productionStages: optional(listUpTo(maxStages, stage)).describe('the stages that are production; Production'),
  })
  .meta({ id: 'InsightSettingsBody' });
export type InsightSettingsBody = z.output<typeof insightSettingsBody>;

/** Converts the setting of a request; null: the folder has none. */
export function toInsightSettings({
  inherit,
  releaseIsDeployment,
  productionStages,
}: InsightSettingsBody): InsightSettings | null {
  if (inherit === true) return null;
  const { productionStages: defaultStages } = defaultInsightSettings;
  if (releaseIsDeployment === undefined)
    return { deployment: null, productionStages: productionStages ?? defaultStages };
  const { application, environment, stage: stageName, commitTimes, kind, artifactId } = releaseIsDeployment;
  return {
    deployment: {
      ...{ application, environment, stage: stageName },
      ...(commitTimes !== undefined && { commitTimes }),
      ...(kind !== undefined && { kind }),
      ...(artifactId !== undefined && { artifactId }),
    },
    productionStages: productionStages ?? defaultStages,
  };
}

/** The setting that applies to a folder. */
export const insightSettingsResponse = z
  .object({
    releaseIsDeployment: z
      .object({
        application: z.string(),
        environment: z.string(),
        stage: z.string(),
        commitTimes: z.string().optional(),
        kind: z.string().optional(),
        artifactId: z.string().optional(),
      })
      .optional()
      .describe('absent: releases of this folder are not deployments'),
    productionStages: list(z.string()),
    inheritedFrom: z.string().optional().describe('the id of the folder upwards whose setting applies'),
  })
  .meta({ id: 'InsightSettings' });
export type InsightSettingsResponse = z.output<typeof insightSettingsResponse>;

/** Renders the setting that applies to a folder. */
export const showInsightSettings = (
  { deployment, productionStages }: InsightSettings,
  inheritedFrom: string | null,
): InsightSettingsResponse => ({
  ...(deployment !== null && { releaseIsDeployment: deployment }),
  productionStages,
  ...(inheritedFrom !== null && { inheritedFrom }),
});
