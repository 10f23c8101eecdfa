/** An integration, from `/integrations`. */
export interface Integration {
  readonly name: string;
  readonly title: string;
  readonly version: string;
  readonly description: string;
  readonly documentation: string;
  /** A data URI. */
  readonly icon: string;
  readonly enabled: boolean;
  /** The installed plugin that replaces it. */
  readonly replacedBy?: string;
  readonly types: readonly { readonly type: string; readonly label: string }[];
}

/** An integration with its documentation in Markdown. */
export interface IntegrationDetails extends Integration {
  readonly readme: string;
}

/** A task that a change of an integration affects. */
interface AffectedTask {
  readonly id: string;
  readonly title: string;
  readonly releaseId: string;
  readonly releaseTitle: string;
  readonly template: boolean;
}

/** The result of a change of an integration, or of its dry run. */
export interface IntegrationChange {
  readonly integration: Integration;
  readonly tasks: number;
  readonly templates: number;
  readonly releases: number;
  readonly first: readonly AffectedTask[];
}
