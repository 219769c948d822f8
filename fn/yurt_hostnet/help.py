"""The text of --help: complete, since `kpt fn doc` prints it."""

from __future__ import annotations

HELP = """\
yurt-hostnet keeps pods that need a network off the nodes of OpenYurt host-network NodePools, and refuses
edits of those pools that cannot be undone. It is a KRM function and a Helm post-renderer: what it does not
mean to change keeps every byte, and on an error nothing is applied.

usage: yurt-hostnet [options] < ResourceList or manifests > the same, edited
       yurt-hostnet COMMAND [options] [FILES|DIRS|-]

What it adds
  node affinity     nodepool.openyurt.io/hostnetwork NotIn ["true"], at the end of every nodeSelectorTerm, to
                    Pods and pod templates with apps.openyurt.io/exclude-host-network-pool: "true", and to
                    CNI node agents, cluster DNS and the controllers of the pod network without an annotation
  node labels       nodepool.openyurt.io/hostnetwork: "true" on declared Nodes of host-network pools
  And it reports what is wrong; `yurt-hostnet rules` lists the rules.

In the hosts
  kustomize         a YurtHostNet under transformers: with the annotation config.kubernetes.io/function naming
                    exec: {path: yurt-hostnet} or container: {image: ...}, then
                      kustomize build --enable-alpha-plugins --enable-exec .
                    (kubectl kustomize skips exec functions without a word; use the container form there)
  kpt               kpt fn eval --exec yurt-hostnet -- exclude=NonHostNetwork hostNetworkPools=beijing
                    kpt fn render --allow-exec, with exec: yurt-hostnet in the pipeline of the Kptfile
  Helm 3            helm install web ./chart --post-renderer yurt-hostnet
  Helm 4            helm plugin install ./helm-plugin
                    helm install web ./chart --post-renderer yurt-hostnet
  pipes             kubectl get deployment web -o yaml | yurt-hostnet

Options             an empty one, one that stands twice or one that changes nothing is an error
  --config FILE     functionConfig, in place of what a host sends
  --set KEY=VALUE   one field of functionConfig, flat, as in --set exclude=NonHostNetwork; may be repeated
  --baseline FILE   the state before an edit: a HostNetBaseline, or any manifests such as the last render;
                    git:REV reads the files of check and fix at a revision, git:REV:PATH one file
  --allow-empty     accept a --baseline without entries, which would let every edit pass
  --fail-on LEVEL   error (the default) or warning: the mildest finding that fails the run
  --report FILE     write the findings too, in the format of the suffix: .txt, .json, .sarif, .xml (JUnit),
                    .yaml (KRM results); on exit codes 2 and 3 it holds the error
  --helm4           Helm 4 drops stderr: a refusal goes to stdout, in a form that cannot be applied
  -v, --verbose     show edits and infos too
  -V, --version     print the version
  -h, --help        print this; `yurt-hostnet COMMAND --help` tells the options of a command

Commands
  check             findings in files, directories or standard input (-), each with file and line;
                    --format text|json|sarif|junit|github, --diff, --after-fix, --report;
                    -k DIR: in what kustomize builds, as for explain and baseline
  fix               write the edits into the files, each in one step, nothing else changed; --diff, --dry-run
  explain           what each pool is to each workload: may land, kept off, pinned or conflict;
                    --format text|json|html, --before
  baseline          write a HostNetBaseline from the state that must not change
  rules [ID]        list the rules, or explain one
  schema            print the JSON Schema of functionConfig
  init              wire the function into what kustomize, kpt or Helm renders, with a baseline; --ci, --undo
  doctor            whether the function runs there, and what to type if it does not; --format text|json

functionConfig (none is needed; kind YurtHostNet of fn.yurt-hostnet.dev/v1alpha1, fields under spec)
  mode              Transform (the default); Check edits nothing and reports what is missing;
                    KustomizeValidator is Check for the validators: of a kustomization and nothing else
  exclude           Annotated (the default), or NonHostNetwork: every pod that does not use the host network
  infrastructure    isolate: [NodeAgents, PodNetwork, Controllers]; extra: components of your own;
                    keep: workloads that stay, each with a reason
  pools             [{name, hostNetwork}]: NodePools that the package does not declare
  poolLabel         the node label that names a node's pool (apps.openyurt.io/nodepool)
  podTemplates      [{group, kind, paths}]: kinds of your own that hold pod templates
  rules             [{rule, severity, except, reason}]: severity Error, Warning, Info or Off
  failOn            Error (the default) or Warning
  baseline          a HostNetBaseline
  As a ConfigMap, flat: mode, exclude, isolate, pools, hostNetworkPools, poolLabel, failOn.

Exit codes
  0  done
  1  an error was found: nothing was edited or applied
  2  the input, the configuration or an option cannot be read
  3  a bug of ours; please report it
"""
