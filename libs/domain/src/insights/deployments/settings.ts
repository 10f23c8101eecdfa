/** The names of the variables of a release that describe its deployment. */
export interface ReleaseIsDeployment {
  readonly application: string;
  readonly environment: string;
  readonly stage: string;
  /** the times of the deployed commits */
  readonly commitTimes?: string;
  /** `rollback` or `hotfix` */
  readonly kind?: string;
  /** the package URL of the deployed artifact */
  readonly artifactId?: string;
}

/** The setting of a folder for deployments. It applies to subfolders without a setting. */
export interface InsightSettings {
  /** null: releases are not deployments */
  readonly deployment: ReleaseIsDeployment | null;
  /** the stages that are production, in any letter case */
  readonly productionStages: readonly string[];
}

/** The setting of folders without one around them. */
export const defaultInsightSettings: InsightSettings = { deployment: null, productionStages: ['Production'] };
