import type { ApprovalRequirement } from './approval.ts';
import type { Json } from './json.ts';
import type { Variable } from './variable.ts';

/** A condition that must be checked before a gate can be completed. */
export interface Condition {
  readonly id: string;
  readonly title: string;
}

/** A dependency of a gate. `target` is the id of a release, phase or task, or a `${variable}` that contains one. */
export interface Dependency {
  readonly id: string;
  readonly target: string;
}

/** A link in a parallel group: the task `target` starts after the task `source` is done. */
export interface Link {
  readonly id: string;
  readonly source: string;
  readonly target: string;
}

/** The release that a create-release task creates (file-formats.md, JSON task shapes). */
export interface Creation {
  readonly newReleaseTitle: string;
  readonly templateId: string | null;
  readonly folderId: string | null;
  readonly startRelease: boolean;
  readonly releaseTags: readonly string[];
  /** the values for variables of the template, by key; texts can contain placeholders */
  readonly templateVariables: readonly Variable[];
  /** the risk profile of the new release; the default is that of its template */
  readonly riskProfile?: string | null;
  /** the `${key}` of the variable that receives the id of the new release */
  readonly createdReleaseId: string | null;
}

export const blankCreation: Creation = {
  newReleaseTitle: '',
  templateId: null,
  folderId: null,
  startRelease: true,
  releaseTags: [],
  templateVariables: [],
  createdReleaseId: null,
};

/** The type-specific fields that rules read. All other type-specific fields are stored unchanged in `properties`. */
export interface OwnFields {
  readonly conditions: readonly Condition[];
  readonly dependencies: readonly Dependency[];
  /** empty: the gate opens by its conditions and dependencies alone */
  readonly approvalRequirements: readonly ApprovalRequirement[];
  readonly links: readonly Link[];
  /** the ids of the variables that a user input task requires */
  readonly inputs: readonly string[];
  readonly creation: Creation | null;
}

/** The values of these fields in tasks of other types. */
export const blankOwnFields: OwnFields = {
  conditions: [],
  dependencies: [],
  approvalRequirements: [],
  links: [],
  inputs: [],
  creation: null,
};

/** Returns the texts in these fields that can contain placeholders, by field. */
export const ownTexts = ({
  creation,
  dependencies,
}: Partial<OwnFields>): Readonly<Record<string, Json | undefined>> => ({
  creation: creation && [
    creation.newReleaseTitle,
    creation.templateId,
    creation.folderId,
    creation.releaseTags,
    creation.templateVariables.map(({ value }) => (typeof value === 'string' ? value : null)),
  ],
  dependencies: dependencies?.map(({ target }) => target),
});

/** Applies `change` to these texts, except for the values of the new release's variables. */
export const withOwnTexts = (
  { creation, dependencies }: OwnFields,
  change: (text: string) => string,
): Pick<OwnFields, 'creation' | 'dependencies'> => ({
  dependencies: dependencies.map((dependency) => ({ ...dependency, target: change(dependency.target) })),
  creation: creation && {
    ...creation,
    newReleaseTitle: change(creation.newReleaseTitle),
    templateId: creation.templateId === null ? null : change(creation.templateId),
    folderId: creation.folderId === null ? null : change(creation.folderId),
    releaseTags: creation.releaseTags.map((tag) => change(tag)),
  },
});
