// include: ansible/client.js
launch(job_template_id, isWorkflow, extra_vars?.trim() ? { extra_vars } : {});
job_id = job;
task.schedule('ansibletower/wait.js', 3);
