import { isOwnRelease, ownPart } from '@slipway/application/scripts';
import { neededToRead } from '@slipway/domain/people';
import { samePermissionsEverywhere } from '@slipway/engine';
import type { ScriptHost, ScriptQuestion, ScriptReply } from '@slipway/script-protocol';
import { type ClaimedRun, scriptCaller } from './context/context.ts';
import { type EffectContext, performEffects } from './effects/perform-effect.ts';
import { referencedReply, replyTo, textsOf } from './questions/reply.ts';

/** Reads the own release of a script without a run-as user. The script has received the same data at its start. */
const ownReader = samePermissionsEverywhere({
  username: '',
  roles: [],
  teams: [],
  may: (permission) => permission === neededToRead.release,
});

function concernsOwnRelease(run: ClaimedRun, question: ScriptQuestion): boolean {
  switch (question.asks) {
    case 'release':
      return isOwnRelease(run, question.id);
    case 'task':
      return ownPart(run, 'Task', question.id) !== undefined;
    case 'phase':
      return ownPart(run, 'Phase', question.id) !== undefined;
    case 'variable':
      return ownPart(run, 'Variable', question.id) !== undefined;
    case 'archivedRelease':
    case 'template':
    case 'folder':
    case 'configuration':
    case 'releasesByTitle':
    case 'releases':
    case 'templates':
    case 'folderAt':
    case 'folders':
    case 'folderVariables':
    case 'globalVariables':
    case 'configurations':
    case 'configurationStatus':
    case 'risk':
    case 'riskAssessment':
    case 'riskAssessors':
    case 'riskThresholds':
    case 'riskProfiles':
    case 'riskProfile':
    case 'groovyPreview':
    case 'groovyExport':
    case 'attachment':
    case 'user':
    case 'users':
    case 'role':
    case 'roles':
      return false;
  }
}

/** Answers the questions of a release's script as REST would answer its run-as user, and performs each effect once. */
export function handlersFor(options: EffectContext): ScriptHost {
  const { context, run, journal } = options;
  const { request } = journal.prepared;
  const references = textsOf(request.objects.map((name) => request.inputs[name]));
  const reply = async (question: ScriptQuestion): Promise<ScriptReply> =>
    (await referencedReply(context, run, question, references)) ??
    (await replyTo(
      context,
      (await scriptCaller(context, run)) ?? (concernsOwnRelease(run, question) ? ownReader : null),
      question,
    ));
  return {
    perform: performEffects(options),
    // a connection check waits for its server
    answer: (question) =>
      question.asks === 'configurationStatus' ? options.slot.suspend(0, () => reply(question)) : reply(question),
  };
}
