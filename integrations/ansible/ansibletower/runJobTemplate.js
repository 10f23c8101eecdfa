// include: ansible/client.js
result = JSON.stringify(launch(job_template_id, isWorkflow, extra_vars?.trim() ? { extra_vars } : {}));
job_id = job;
print(`Launched the job ${job}`);
