import type { ApprovalRequirement } from './approval.ts';
import type { Json } from './json.ts';
import type { Variable } from './variable.ts';

/** Something that must be ticked before a gate can be completed. */
export interface Condition {
  readonly id: string;
  readonly title: string;
}

/** What a gate waits for: the id of a release, phase or task, or a `${variable}` that will hold one. */
export interface Dependency {
  readonly id: string;
  readonly target: string;
}

/** In a parallel group: `target` starts after `source` is done. Both are task ids. */
export interface Link {
  readonly id: string;
  readonly source: string;
  readonly target: string;
}

/** What a create-release task makes (file-formats.md, JSON task shapes). */
export interface Creation {
  readonly newReleaseTitle: string;
  readonly templateId: string | null;
  readonly folderId: string | null;
  readonly startRelease: boolean;
  readonly releaseTags: readonly string[];
  /** values for the template's variables, by key; texts may hold placeholders */
  readonly templateVariables: readonly Variable[];
  /** the risk profile of the new release, as a release has it; none: that of its template */
  readonly riskProfile?: string | null;
  /** `${key}` of the variable that receives the new release's id */
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

/** The fields of some task types that rules read. All other members are stored unchanged in `properties`. */
export interface OwnFields {
  readonly conditions: readonly Condition[];
  readonly dependencies: readonly Dependency[];
  /** without any a gate opens by its conditions and dependencies */
  readonly approvalRequirements: readonly ApprovalRequirement[];
  readonly links: readonly Link[];
  /** Ids of the variables that a user input task requires. */
  readonly inputs: readonly string[];
  readonly creation: Creation | null;
}

/** What tasks of all other types have in these fields. */
export const blankOwnFields: OwnFields = {
  conditions: [],
  dependencies: [],
  approvalRequirements: [],
  links: [],
  inputs: [],
  creation: null,
};

/** The texts among these fields that may hold placeholders, by field. */
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

/** The same fields with each of these texts, but for values of the new release's variables, put through `change`. */
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
