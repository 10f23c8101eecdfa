from gitpond.Client import Client

client = Client.get_client(locals())
method = str(task.getTaskType()).lower().replace('.', '_')
call = getattr(client, method)
response = call(locals())
if response is not None:
    for key, value in response.items():
        locals()[key] = value
