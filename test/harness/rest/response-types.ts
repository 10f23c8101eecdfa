/** The parts of REST responses that tests read. test/conformance covers the complete responses. */
interface Item {
  readonly id: string;
  readonly title: string;
  readonly status: string;
  readonly owner?: string;
  readonly description?: string;
  readonly scheduledStartDate?: string;
  readonly dueDate?: string;
  readonly startDate?: string;
  readonly endDate?: string;
}

export interface Comment {
  readonly id: string;
  readonly text: string;
  readonly author: string;
  readonly date: string;
  readonly creationDate: string;
  readonly lineTimes?: readonly { readonly line: number; readonly at: string }[];
}

export interface Task extends Item {
  readonly type: string;
  readonly container: string;
  readonly originId?: string;
  readonly failuresCount: number;
  readonly comments: readonly Comment[];
  readonly conditions?: readonly { readonly id: string; readonly title: string; readonly checked: boolean }[];
  readonly dependencies?: readonly { readonly id: string; readonly targetId: string }[];
  readonly tasks?: readonly Task[];
}

export interface Phase extends Item {
  readonly release: string;
  readonly originId?: string;
  readonly color: string;
  readonly tasks: readonly Task[];
}

export interface Variable {
  readonly id: string;
  readonly type: string;
  readonly key: string;
  readonly value: unknown;
}

export interface Team {
  readonly id: string;
  readonly teamName: string;
  readonly members: readonly string[];
  readonly permissions: readonly string[];
}

export interface Release extends Item {
  readonly type: string;
  readonly phases: readonly Phase[];
  readonly variables: readonly Variable[];
  readonly teams: readonly Team[];
  readonly tags: readonly string[];
  readonly originTemplateId?: string;
  readonly startedFromTaskId?: string;
  readonly automatedResumeCount: number;
  readonly $metadata: Readonly<Record<string, unknown>>;
}

export interface Folder {
  readonly id: string;
  readonly title: string;
}

export interface Activity {
  readonly activityType: string;
  readonly username: string;
  readonly targetId: string;
  readonly message: string;
  readonly code?: string;
  readonly params?: Readonly<Record<string, unknown>>;
}
