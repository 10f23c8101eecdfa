import type { Attachment } from '../model/attachment.ts';

/** Commands for attachments of tasks, releases and templates. Their contents are stored before. */
export type AttachmentCommand =
  | { readonly type: 'attachToTask'; readonly taskId: string; readonly attachments: readonly Attachment[] }
  | { readonly type: 'detachFromTask'; readonly taskId: string; readonly attachmentId: string }
  | { readonly type: 'attachToRelease'; readonly attachments: readonly Attachment[] }
  | { readonly type: 'detachFromRelease'; readonly attachmentId: string };
