import type { InsightSettingsResponse } from '@slipway/api-schema/insights';

/** The fields of the form. */
export interface SettingsForm {
  readonly isOn: boolean;
  readonly application: string;
  readonly environment: string;
  readonly stage: string;
  readonly commitTimes: string;
  readonly kind: string;
  readonly artifactId: string;
  /** The names of the stages, separated by commas. */
  readonly stages: string;
}

/** Returns the form of settings. The required variables have usual names until they are set. */
export const formOf = ({ releaseIsDeployment: names, productionStages }: InsightSettingsResponse): SettingsForm => ({
  isOn: names !== undefined,
  application: names?.application ?? 'application',
  environment: names?.environment ?? 'environment',
  stage: names?.stage ?? 'stage',
  commitTimes: names?.commitTimes ?? '',
  kind: names?.kind ?? '',
  artifactId: names?.artifactId ?? '',
  stages: productionStages.join(', '),
});

/** Returns the settings of a form, without empty names and repeated stages. */
export function settingsOf(form: SettingsForm): Omit<InsightSettingsResponse, 'inheritedFrom'> {
  const stages = form.stages.split(',').map((stage) => stage.trim());
  const productionStages = [...new Set(stages.filter((stage) => stage !== ''))];
  if (!form.isOn) return { productionStages };
  const [commitTimes, kind, artifactId] = [form.commitTimes.trim(), form.kind.trim(), form.artifactId.trim()];
  return {
    releaseIsDeployment: {
      application: form.application.trim(),
      environment: form.environment.trim(),
      stage: form.stage.trim(),
      ...(commitTimes !== '' && { commitTimes }),
      ...(kind !== '' && { kind }),
      ...(artifactId !== '' && { artifactId }),
    },
    productionStages,
  };
}
