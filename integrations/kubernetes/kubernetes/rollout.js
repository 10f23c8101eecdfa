// include: kubernetes/client.js

/** Returns the path of the workload. */
function workloadPath() {
  const space = encodeURIComponent(namespaceOf(null));
  return `/apis/apps/v1/namespaces/${space}/${resourceKind.toLowerCase()}s/${encodeURIComponent(resourceName)}`;
}

/** Returns what the rollout of a workload waits for; null if it is complete. */
function pendingRollout({ metadata, spec, status }) {
  if ((status.observedGeneration ?? 0) < (metadata.generation ?? 0)) return 'the controller reads the change';
  switch (resourceKind) {
    case 'Deployment':
      return pendingDeployment(spec?.replicas ?? 1, status);
    case 'StatefulSet':
      return pendingStatefulSet(spec, status);
    default:
      return pendingDaemonSet(status);
  }
}

function pendingDeployment(replicas, { updatedReplicas = 0, replicas: all = 0, availableReplicas = 0 }) {
  if (updatedReplicas < replicas) return `${updatedReplicas} of ${replicas} replicas are updated`;
  if (all > updatedReplicas) return `${all - updatedReplicas} old replicas end`;
  if (availableReplicas < updatedReplicas) return `${availableReplicas} of ${updatedReplicas} replicas are available`;
  return null;
}

function pendingStatefulSet(spec, { readyReplicas = 0, updatedReplicas = 0, currentRevision, updateRevision }) {
  const replicas = spec?.replicas ?? 1;
  if (spec?.updateStrategy?.type === 'OnDelete')
    throw new Error(`the stateful set ${resourceName} has the strategy OnDelete, which has no rollout`);
  if (readyReplicas < replicas) return `${readyReplicas} of ${replicas} replicas are ready`;
  const partition = spec?.updateStrategy?.rollingUpdate?.partition ?? 0;
  const expected = replicas - partition;
  if (partition > 0)
    return updatedReplicas < expected ? `${updatedReplicas} of ${expected} replicas are updated` : null;
  return updateRevision === currentRevision ? null : `${updatedReplicas} of ${replicas} replicas are updated`;
}

function pendingDaemonSet({ updatedNumberScheduled = 0, desiredNumberScheduled = 0, numberAvailable = 0 }) {
  if (updatedNumberScheduled < desiredNumberScheduled)
    return `${updatedNumberScheduled} of ${desiredNumberScheduled} pods are updated`;
  return numberAvailable < desiredNumberScheduled
    ? `${numberAvailable} of ${desiredNumberScheduled} pods are available`
    : null;
}
